/** Messages that stay until they are dismissed, or until what they are about is tried again. */

export type NoticeTopic = 'link' | 'preset' | 'rollout' | 'export' | 'run' | 'model' | 'keeping' | 'cleaned';

export interface Notice {
  readonly id: number;
  readonly topic: NoticeTopic;
  readonly title: string;
  /** One problem a line. */
  readonly message: string;
}

export class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #count = 0;

  /** Replaces what was said about the topic before. */
  show(topic: NoticeTopic, title: string, message: string): void {
    const notice = { id: ++this.#count, topic, title, message };
    this.all = [...this.all.filter((other) => other.topic !== topic), notice];
  }

  clear(topic: NoticeTopic): void {
    if (this.all.some((notice) => notice.topic === topic)) this.all = this.all.filter((notice) => notice.topic !== topic);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}
