import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { fxRatesBody, keyKind, mode, paymentAccountBody, permission } from './admin.ts';

export const tenantAnswer = z.object({
  id: uuid,
  sandboxId: uuid,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  defaultCurrency: z.string(),
  createdAt: z.string(),
});
export type TenantAnswer = z.infer<typeof tenantAnswer>;
export const tenantList = z.object({ tenants: z.array(tenantAnswer), nextCursor: z.string().nullable() });

export const apiKeyAnswer = z.object({
  id: uuid,
  kind: keyKind,
  mode,
  name: z.string().nullable(),
  prefix: z.string(),
  permissions: z.array(permission),
  allowedOrigins: z.array(z.string()),
  requestsPerMinute: z.int().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type ApiKeyAnswer = z.infer<typeof apiKeyAnswer>;
export const apiKeyList = z.object({ apiKeys: z.array(apiKeyAnswer), nextCursor: z.string().nullable() });
/** The one answer that holds the key itself. */
export const issuedApiKey = apiKeyAnswer.extend({ key: z.string() });
export type IssuedApiKey = z.infer<typeof issuedApiKey>;

export const operatorAnswer = z.object({
  id: uuid,
  tenantId: uuid,
  email: z.string(),
  createdAt: z.string(),
});
export const paymentAccountAnswer = paymentAccountBody;
export const fxRatesAnswer = fxRatesBody;
