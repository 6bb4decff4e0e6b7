/** Decimals of 28 significant digits, ties to even: what hours and rates are counted in (spec §4). */
import { Decimal as Base } from 'decimal.js';

export const Decimal = Base.clone({ precision: 28, rounding: Base.ROUND_HALF_EVEN, defaults: true });
export type Decimal = InstanceType<typeof Decimal>;

export const ZERO = new Decimal(0);
