import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Seal } from '../domain/cursor.ts';
import type { Tenant } from '../domain/tenant.ts';
import { cutPage, readPage } from './page-list.ts';
import type { PageWanted } from './page-list.ts';
import type { TenantStore } from './ports.ts';

const scope = { list: 'tenants', tenantId: 'platform' };

export async function listTenants(
  { tenants, seal }: { tenants: Pick<TenantStore, 'list'>; seal: Seal },
  wanted: PageWanted,
): Promise<Result<{ tenants: Tenant[]; nextCursor: string | null }, Refusal<'invalid_cursor'>>> {
  const page = readPage(seal, scope, wanted);
  if (!page.ok) return page;
  const { rows, nextCursor } = cutPage(seal, scope, await tenants.list(page.value), wanted.limit);
  return ok({ tenants: rows, nextCursor });
}
