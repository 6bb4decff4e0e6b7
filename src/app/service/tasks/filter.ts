/** Which tasks of the sets a reader wants to see. */
import type { Domain, Language } from '../../../service/types.ts';
import type { TaskCard } from '../../../../workers/service/messages.ts';

export interface TaskFilter {
  /** Each has to stand in the id, the instruction or the profile. */
  readonly words: string;
  /** Empty: any. */
  readonly language: Language | '';
  readonly domain: Domain | '';
}

export function matchingTasks(tasks: readonly TaskCard[], { words, language, domain }: TaskFilter): readonly TaskCard[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return tasks.filter((task) => {
    if (language !== '' && task.language !== language) return false;
    if (domain !== '' && !task.domains.includes(domain)) return false;
    const searched = [task.id, task.instructions, ...task.profile.flat()].join('\n').toLowerCase();
    return wanted.every((word) => searched.includes(word));
  });
}
