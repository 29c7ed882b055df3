import { describe, expect, test } from 'vitest';
import { validationPointers } from '../../../test/validation-pointers.ts';
import { checkRoomType } from './check-resource.ts';

describe('a resource', () => {
  test('of a lodging kind has a room type, a generic one has none', () => {
    expect(validationPointers(checkRoomType('villa', undefined))).toEqual(['/roomTypeId']);
    expect(validationPointers(checkRoomType('generic', 'id'))).toEqual(['/roomTypeId']);
    expect([checkRoomType('villa', 'id'), checkRoomType('generic', undefined)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
