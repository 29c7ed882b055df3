import { describe, expect, it } from 'vitest';
import { changedFields, createdFields, removedFields, withUnknownOutcome } from './audit.ts';

describe('the changes of an audit entry', () => {
  it('are all fields of what is created or removed', () => {
    expect(createdFields({ name: 'pms', limit: null })).toEqual([
      { field: 'name', before: null, after: 'pms' },
      { field: 'limit', before: null, after: null },
    ]);
    expect(removedFields({ name: 'pms' })).toEqual([{ field: 'name', before: 'pms', after: null }]);
  });

  it('are the fields that differ of what is changed, lists by their members', () => {
    const before = { name: 'pms', permissions: ['read'], limit: 5 };
    expect(changedFields(before, { name: 'pms', permissions: ['read'], limit: 5 })).toEqual([]);
    expect(changedFields(before, { name: null, permissions: ['read', 'book'], limit: 5 })).toEqual([
      { field: 'name', before: 'pms', after: null },
      { field: 'permissions', before: ['read'], after: ['read', 'book'] },
    ]);
  });

  it('say so where the outcome is unknown', () => {
    expect(withUnknownOutcome({ changes: [] }).changes).toEqual([
      { field: 'outcome', before: null, after: 'unknown' },
    ]);
  });
});
