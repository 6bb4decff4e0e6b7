/** What the model is told that plays the customer (spec vita §4, "User simulator"). */
import type { Plain } from '../../core/plain.ts';
import { writePlainJson } from '../../core/plainJson.ts';
import { STOP_MARK } from '../message.ts';
import type { ServiceTask } from '../taskFile/types.ts';
import type { Language } from '../types.ts';
import { momentText } from './moment.ts';
import { filled } from './template.ts';

/** Who a model plays. */
export interface Persona {
  /** False: it knows the instructions and no person (spec vita §4, "instruction only"). */
  readonly hasProfile: boolean;
  /** In place of the temperament that the profile gives; null: the profile's. */
  readonly temperament: string | null;
}

export const OWN_PERSONA: Persona = { hasProfile: true, temperament: null };

/** Ways to be that a run can try on every task. */
export const TEMPERAMENTS: readonly Readonly<Record<Language, string>>[] = [
  { english: 'friendly and patient', chinese: '友善、有耐心' },
  { english: 'curt: few words, no small talk', chinese: '话少，冷淡，不寒暄' },
  { english: 'hurried, quickly annoyed by questions', chinese: '着急，问多了就烦' },
  { english: 'worried, wants everything confirmed', chinese: '容易担心，什么都要再确认一遍' },
  { english: 'precise, asks for reasons and figures', chinese: '讲究准确，爱追问理由和数字' },
  { english: 'undecided, leaves choices to the assistant as far as the wishes allow', chinese: '拿不定主意，在需求允许的范围内让助手来选' },
];

/** The template; `{persona}`, `{time}`, `{instructions}` and `{stop}` are filled in, in a user's own as well. */
export const USER_PROMPT: Readonly<Record<Language, string>> = {
  english: `You play a customer who writes to a service assistant. Stay in this role; never write the assistant's part and never mention these notes.
{persona}
What you want, and all you know
{instructions}

It is {time}.

How you write
- Begin with your situation and the first thing you need, as people do. Do not hand over everything at once: tell the rest when it is asked for or when its turn comes, but leave nothing out in the end.
- Use your own words, a sentence or two at a time.
- Answer only from what is written above. Asked for anything else, say that you do not know or do not mind; make nothing up.
- Keep to your wishes as they are. If the assistant suggests something that goes against them, say so.
- You cannot order anything yourself. If the assistant stops at a recommendation, ask it to place the order.
- If you are asked the same question a third time, say that you have answered it and are losing patience.
- You are done only when everything you want has been dealt with, or the assistant has made clear that it cannot be done. Then, and only then, write {stop}.`,
  chinese: `你扮演一位顾客，正在给生活服务助手发消息。始终保持这个角色，不要替助手说话，也不要提到这些说明。
{persona}
你想要的，也是你所知道的全部
{instructions}

现在是{time}。

说话方式
- 像真人那样，先讲自己的情况和最先要办的事。不要一次全说完：别人问到或轮到了再说，但到最后一样都不能漏。
- 用自己的话，每次一两句。
- 只根据上面写的内容回答。问到别的，就说不知道或者都可以，不要编造。
- 需求不改变。助手的建议不合要求，就直接说出来。
- 你自己不能下单。助手只推荐不下单时，请它帮你下单。
- 同一个问题问到第三遍，就说已经答过了，并表示不耐烦。
- 只有想办的事全部办好，或者助手已经说明办不到，才算结束。那时，也只有那时，写 {stop}。`,
};

const PERSONA: Readonly<Record<Language, { profile: string; temperament: string }>> = {
  english: { profile: '\nWho you are\n', temperament: '\nYour temperament, which shows in how you write: ' },
  chinese: { profile: '\n你是谁\n', temperament: '\n你的性格，要在说话方式中体现出来：' },
};

/** Names under which profiles give a temperament. */
const TEMPERAMENT_FIELDS: ReadonlySet<string> = new Set(['personality', 'temperament', '性格']);

export function userPrompt(task: ServiceTask, persona: Persona, template = USER_PROMPT[task.language]): string {
  const { environment, instructions, language } = task;
  const values = { persona: personaText(task, persona), time: momentText(environment.time, language), instructions, stop: STOP_MARK };
  return filled(template, values);
}

function personaText({ profile, language }: ServiceTask, { hasProfile, temperament }: Persona): string {
  const words = PERSONA[language];
  const fields = [...profile].filter(([name]) => temperament === null || !TEMPERAMENT_FIELDS.has(name));
  const lines = fields.map(([name, value]) => `- ${name}: ${valueText(value)}\n`).join('');
  return `${hasProfile ? words.profile + lines : ''}${temperament === null ? '' : `${words.temperament}${temperament}\n`}`;
}

function valueText(value: Plain): string {
  return typeof value === 'string' ? value : writePlainJson(value);
}
