/**
 * The address of the service page: `#/service`, `#/service?set=cross&task=lr-cross-1&seed=1&user=sentences` or `#/service?import=https://…`,
 * or, once something was said, `#/service?kept=…`.
 */
import { SCRIPTED_USERS } from '../../service/scriptedUser.ts';
import type { ConversationRequest, UserChoice } from '../../../workers/service/messages.ts';

export const USER_CHOICES: readonly UserChoice[] = [...SCRIPTED_USERS, 'person', 'model'];

export function serviceLink({ set, id, seed, user }: ConversationRequest): string {
  return `#/service?${new URLSearchParams({ set, task: id, seed, user }).toString()}`;
}

/** Null: no task is named. What else is missing is as usual; a user that does not exist is the usual one. */
export function requestOf(fragment: string): ConversationRequest | null {
  const values = new URLSearchParams(fragment.split('?')[1] ?? '');
  const [set, id] = [values.get('set'), values.get('task')];
  if (!set || !id) return null;
  const user = USER_CHOICES.find((choice) => choice === values.get('user')) ?? 'sentences';
  return { set, id, seed: values.get('seed') || '1', user };
}

/** Leads to the page with an address filled in; nothing is fetched before its reader asks for it. */
export function importLink(address: string): string {
  return `#/service?${new URLSearchParams({ import: address }).toString()}`;
}

export function addressOf(fragment: string): string {
  return new URLSearchParams(fragment.split('?')[1] ?? '').get('import') ?? '';
}

/** Leads back to a conversation that this browser keeps. */
export function keptLink(id: string): string {
  return `#/service?${new URLSearchParams({ kept: id }).toString()}`;
}

export function keptOf(fragment: string): string | null {
  return new URLSearchParams(fragment.split('?')[1] ?? '').get('kept');
}

/** What there is beside the tasks: `#/service/judge`, `#/service/experiments`. */
export const SECTIONS = ['tasks', 'judge', 'experiments'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf(fragment: string): Section {
  const name = /^#\/service\/(\w+)/.exec(fragment)?.[1];
  return SECTIONS.find((section) => section === name) ?? 'tasks';
}

export function sectionLink(section: Section): string {
  return section === 'tasks' ? '#/service' : `#/service/${section}`;
}
