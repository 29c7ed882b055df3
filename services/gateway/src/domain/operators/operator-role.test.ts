import { permission } from '@lodging/contract-public';
import { expect, it } from 'vitest';
import { hasPermission } from '../keys/access.ts';
import { permissionsOf } from './operator-role.ts';

it.each([
  ['viewer', ['read']],
  ['front_desk', ['read', 'book', 'house']],
  ['manager', permission.options.filter((one) => one !== 'booking:penalty:override')],
  ['admin', permission.options],
] as const)('a %s has %j and no more', (role, granted) => {
  expect(permission.options.filter((one) => hasPermission(permissionsOf(role), one))).toEqual(granted);
});
