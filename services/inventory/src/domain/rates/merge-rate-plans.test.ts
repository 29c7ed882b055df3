import { describe, expect, test } from 'vitest';
import { plan } from '../../../test/build-resource.ts';
import { validationPointers } from '../../../test/validation-pointers.ts';
import { checkRatePlanEntries, mergeRatePlans } from './merge-rate-plans.ts';

const euros = { currency: 'EUR' };
const newId = () => 'new';
const entry = { code: 'flex', name: 'Flexible', currency: 'EUR' };

describe('a PUT of rate plans', () => {
  test('gives a new plan its defaults', () => {
    const merged = mergeRatePlans(euros, [], [entry], newId);
    expect(merged).toMatchObject({
      ok: true,
      value: [{ id: 'new', enabled: true, minStayNights: 1, maxStayNights: null, closedToArrival: false }],
    });
  });
  test('keeps the value of a missing field, and removes a maximum by null', () => {
    const before = plan({ enabled: false, minStayNights: 3, maxStayNights: 5 });
    const kept = mergeRatePlans(euros, [before], [entry], newId);
    expect(kept).toMatchObject({
      value: [{ id: before.id, enabled: false, minStayNights: 3, maxStayNights: 5 }],
    });
    const freed = mergeRatePlans(euros, [before], [{ ...entry, maxStayNights: null }], newId);
    expect(freed).toMatchObject({ value: [{ maxStayNights: null, minStayNights: 3 }] });
  });
  test('refuses another currency than the resource has', () => {
    const merged = mergeRatePlans(euros, [], [entry, { ...entry, code: 'b', currency: 'USD' }], newId);
    expect(merged.ok ? [] : validationPointers(merged)).toEqual(['/ratePlans/1/currency']);
  });
  test('refuses a longest stay below the shortest, also below the stored one', () => {
    const merged = mergeRatePlans(
      euros,
      [plan({ minStayNights: 4 })],
      [{ ...entry, maxStayNights: 3 }],
      newId,
    );
    expect(merged.ok ? [] : validationPointers(merged)).toEqual(['/ratePlans/0/maxStayNights']);
  });
  test('refuses a duplicate code', () => {
    expect(validationPointers(checkRatePlanEntries([entry, { ...entry, name: 'Other' }]))).toEqual([
      '/ratePlans/1/code',
    ]);
  });
});
