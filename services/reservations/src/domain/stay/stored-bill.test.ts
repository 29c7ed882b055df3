import { expect, it } from 'vitest';
import { buildBill } from '../../../test/build-price.ts';
import { exemptionsOf } from './stored-bill.ts';

it('exemptions are those of the lines', () => {
  const line = { ...Object({}), code: 'CITY', note: 'exempt:diplomat' };
  expect(exemptionsOf(buildBill('EUR', '1', { lines: [line] }))).toEqual([
    { code: 'CITY', reason: 'diplomat' },
  ]);
  expect(exemptionsOf(undefined)).toEqual([]);
});
