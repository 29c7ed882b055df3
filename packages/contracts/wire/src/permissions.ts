/** Each permits a group of operations. A list of permissions that names none of them has them all. */
const GROUPS: readonly string[] = ['read', 'book', 'operate', 'house'];

/** What a key or an operator needs for an operation. */
export interface PermissionGrant {
  readonly name: string;
  /** Each of them grants it. */
  readonly grantedBy: readonly string[];
  /** Where a list has none of them, it grants it too. */
  readonly groups: readonly string[];
}

export type Permission =
  | 'read'
  | 'book'
  | 'operate'
  | 'house'
  | 'payment:refund:create'
  | 'guest:export'
  | 'guest:erase';

export function grantOf(name: Permission): PermissionGrant {
  // `house` is a part of `operate`.
  const grantedBy = name === 'house' ? [name, 'operate'] : [name];
  return { name, grantedBy, groups: GROUPS.includes(name) ? GROUPS : [] };
}
