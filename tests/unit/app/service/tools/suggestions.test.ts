import { expect, test } from 'vitest';
import { suggestionsFor } from '../../../../../src/app/service/tools/suggestions.ts';
import { CARD, told } from '../support.ts';

test('a parameter is offered what tools have told under its name, newest first, and the customer', () => {
  const messages = [told('Store(name=A, store_id=S1, score=4.0)\nStore(name=B, store_id=S2)'), told('Order(order_id:OT1, store_id:S1)')];
  expect(suggestionsFor('store_id', CARD, messages)).toEqual(['S1', 'S2']);
  expect(suggestionsFor('order_id', CARD, messages)).toEqual(['OT1']);
  expect(suggestionsFor('user_id', CARD, messages)).toEqual(['U1']);
  expect(suggestionsFor('note', CARD, messages)).toEqual([]);
});
