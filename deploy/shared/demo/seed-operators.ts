import { randomBytes } from 'node:crypto';
import { ApiError } from './call-api.ts';
import type { Api } from './call-api.ts';
import type { DemoTenant } from './demo-data.ts';

export interface SeededOperator {
  readonly email: string;
  readonly password: string;
  readonly role: 'admin' | 'manager' | 'front_desk' | 'viewer';
}

/** One of each role. The first is the one that `summary` prints. */
const OPERATORS = [
  { role: 'front_desk', name: 'Ada Lovelace' },
  { role: 'manager', name: 'Grace Hopper' },
  { role: 'admin', name: 'Katherine Johnson' },
  { role: 'viewer', name: 'Charles Babbage' },
] as const;

const PASSWORD_BYTES = 12;

/**
 * The operators of a tenant, with the passwords that were made for them once. An operator who is there without a known password
 * gets another one: the file of the passwords may have been removed while the database was kept.
 */
export async function seedOperators(
  admin: Api,
  tenantId: string,
  { slug }: Pick<DemoTenant, 'slug'>,
  known: readonly SeededOperator[],
): Promise<SeededOperator[]> {
  const seeded: SeededOperator[] = [];
  for (const { role, name } of OPERATORS) {
    const email = `${role.replace('_', '.')}@${slug}.example`;
    const kept = known.find((one) => one.email === email);
    seeded.push(kept ?? (await addOperator(admin, tenantId, { email, role, name })));
  }
  return seeded;
}

async function addOperator(
  admin: Api,
  tenantId: string,
  operator: Omit<SeededOperator, 'password'> & { readonly name: string },
): Promise<SeededOperator> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const path = `/admin/v1/tenants/${tenantId}/operators`;
  try {
    await admin.post(path, { ...operator, password });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'operator_exists') throw error;
    await admin.put(`${path}/${await idOf(admin, path, operator.email)}/password`, { password });
  }
  return { email: operator.email, password, role: operator.role };
}

async function idOf(admin: Api, path: string, email: string): Promise<string> {
  const { operators }: { operators: { id: string; email: string }[] } = Object(
    await admin.get(`${path}?limit=100`),
  );
  const found = operators.find((one) => one.email === email);
  if (found === undefined) throw new Error(`${email} belongs to another tenant`);
  return found.id;
}
