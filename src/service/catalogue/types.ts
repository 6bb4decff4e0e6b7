/** What is said of a tool: its parameters, its texts, and what its result tells. */
import type { Domain, Language, TravelKind } from '../types.ts';

export type Texts = Readonly<Record<Language, string>>;

/** A float takes a whole number too. */
export type ParameterType = 'text' | 'integer' | 'float' | 'texts' | 'integers';

/** What a value means, so that a result that tells one can feed a parameter that takes one. */
export type ValueKind =
  | 'user'
  | 'preference'
  | 'address'
  | 'longitude'
  | 'latitude'
  | 'distance'
  | 'date'
  | 'city'
  | 'store'
  | 'store product'
  | 'attribute'
  | 'delivery order'
  | 'shop'
  | 'shop product'
  | 'in-store order'
  | 'booking'
  | 'reservation'
  | TravelKind
  | 'room'
  | 'ticket'
  | 'flight seat'
  | 'train seat'
  | TravelOrder;

export type TravelOrder = `${TravelKind} order`;

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** The only words allowed. */
  readonly values?: readonly string[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** What holds where it is left out. */
  readonly default?: null | string | number;
  /** Empty for what only the customer or the caller can know, such as a time or a count. */
  readonly takes: readonly ValueKind[];
  readonly description: Texts;
}

/** All but the name, which is its key, and the domains, which go with its table. */
export interface ToolFacts {
  readonly kind: 'read' | 'write' | 'general';
  readonly parameters: readonly Parameter[];
  /** What a result tells that the call did not say itself. */
  readonly yields: readonly ValueKind[];
  readonly description: Texts;
  readonly precondition: Texts;
  readonly postcondition: Texts;
}

export type ToolTable = Readonly<Record<string, ToolFacts>>;

export interface ToolEntryNamed<Name extends string> extends ToolFacts {
  readonly name: Name;
  readonly domains: readonly Domain[];
}
