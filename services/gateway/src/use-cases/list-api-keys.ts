import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Seal } from '../domain/cursor.ts';
import type { KeyRecord } from '../domain/tenant.ts';
import { cutPage, readPage } from './page-list.ts';
import type { PageWanted } from './page-list.ts';
import type { KeyStore, TenantStore } from './ports.ts';
import { readTenant } from './read-tenant.ts';
import type { TenantNotFound } from './read-tenant.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly keys: Pick<KeyStore, 'list'>;
  readonly seal: Seal;
}

type Listed = { apiKeys: KeyRecord[]; nextCursor: string | null };

export async function listApiKeys(
  { tenants, keys, seal }: Parts,
  ownerId: string,
  wanted: PageWanted,
): Promise<Result<Listed, TenantNotFound | Refusal<'invalid_cursor'>>> {
  const scope = { list: 'api-keys', tenantId: ownerId };
  const page = readPage(seal, scope, wanted);
  if (!page.ok) return page;
  const tenant = await readTenant(tenants, ownerId);
  if (!tenant.ok) return tenant;
  const { rows, nextCursor } = cutPage(seal, scope, await keys.list(ownerId, page.value), wanted.limit);
  return ok({ apiKeys: rows, nextCursor });
}
