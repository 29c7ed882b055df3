import type { SurveyedEndpoint } from '@lodging/contract-notifications';
import type { Result } from '@lodging/kernel';
import type { Mode } from '../domain/api-key.ts';
import { ofTenant } from './of-tenant.ts';
import type { Neighbours, TenantStore } from './ports.ts';

interface Parts {
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly neighbours: Pick<Neighbours, 'surveyWebhookEndpoints'>;
}

export function surveyWebhooks(
  { tenants, neighbours }: Parts,
  of: { tenantId: string; mode: Mode },
  requestId: string,
): Promise<Result<{ webhookEndpoints: SurveyedEndpoint[] }>> {
  return ofTenant(tenants, { ...of, requestId }, (call) => neighbours.surveyWebhookEndpoints(call));
}
