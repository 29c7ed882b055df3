/** Given when the operator is made, and changed by the admin API. */
export type OperatorRole = 'admin' | 'manager' | 'front_desk' | 'viewer';

const OF_MANAGERS: readonly string[] = [
  'read',
  'book',
  'house',
  'operate',
  'payment:refund:create',
  'booking:tax:exempt',
  'guest:export',
  'guest:erase',
];

const PERMISSIONS: Readonly<Record<OperatorRole, readonly string[]>> = {
  viewer: ['read'],
  front_desk: ['read', 'book', 'house'],
  manager: OF_MANAGERS,
  admin: [...OF_MANAGERS, 'booking:penalty:override'],
};

/** As those of a secret key: the routes and the services require them, never a role. */
export function permissionsOf(role: OperatorRole): readonly string[] {
  return PERMISSIONS[role];
}
