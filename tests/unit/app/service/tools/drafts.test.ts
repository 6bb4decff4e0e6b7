import { expect, test } from 'vitest';
import { draftsOf } from '../../../../../src/app/service/tools/drafts.svelte.ts';

test('what was typed for a tool stays while its conversation does, and is not there for another customer', () => {
  const drafts = draftsOf('a');
  drafts.keep('weather', { typed: { city_name: 'Rome' }, json: '{' });
  drafts.chosen = 'weather';
  expect(draftsOf('a').of('weather')).toEqual({ typed: { city_name: 'Rome' }, json: '{' });
  expect(draftsOf('a').of('address_to_longitude_latitude')).toEqual({ typed: {}, json: null });
  expect([draftsOf('b').chosen, draftsOf('b').of('weather')]).toEqual([null, { typed: {}, json: null }]);
});
