/** What tests of the service page start from. */
import type { ShownMessage, TaskCard } from '../../../../workers/service/messages.ts';

export const CARD: TaskCard = {
  id: 'lr-1', domains: ['ota'], language: 'english', instructions: 'Fly to Rome.', time: '2025-06-18 10:20:00', userId: 'U1',
  profile: [['occupation', 'Baker']], rubrics: 3, records: 9,
};

export function told(content: string, isError = false): ShownMessage {
  return { role: 'tool', id: '', name: '', content, isError, changes: 0, elapsed: null };
}
