import type { Page } from '@lodging/kernel';
import type { AuditEntry } from '../domain/audit/audit.ts';
import type { Tenant } from '../domain/tenants/tenant.ts';
import type { Audited } from './audit.ts';

export interface TenantRepository {
  /** False when the slug is taken. */
  add(tenant: Tenant, entry: AuditEntry): Promise<boolean>;
  find(tenantId: string): Promise<Tenant | undefined>;
  /** Runs `decide` under a lock of the tenant. Undefined when there is no such tenant. */
  change(tenantId: string, decide: (current: Tenant) => Audited<Tenant>): Promise<Tenant | undefined>;
  /** Reads `limit + 1` rows where there are more. */
  list(page: Page): Promise<Tenant[]>;
}
