/** Words that the whole service arena shares. */

/** Of a task's texts, and so of a run: it decides the names of holidays. */
export type Language = 'english' | 'chinese';

/** Food delivery, consumption in a shop, online travel. A cross task joins several. */
export type Domain = 'delivery' | 'instore' | 'ota';

export const DOMAINS: readonly Domain[] = ['delivery', 'instore', 'ota'];

/** What can be travelled with or to: each has orders of its own. */
export type TravelKind = 'hotel' | 'attraction' | 'flight' | 'train';
