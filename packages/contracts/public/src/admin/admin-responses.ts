import { sandboxCopy } from '@lodging/contract-inventory';
import { mailLimits } from '@lodging/contract-notifications';
import { paymentAccount } from '@lodging/contract-payments';
import { uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { adminScope, fxRatesBody, keyKind, mode, operatorRole, permission } from './admin.ts';

export const tenantResponse = z.object({
  id: uuid,
  sandboxId: uuid,
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  defaultCurrency: z.string(),
  maxOpenHolds: z.int().nullable(),
  maxHeldUnitNights: z.int().nullable(),
  /** `maxHeldUnitNights` is the most of a limit that follows the units for sale, and counts unverified holds alone. */
  heldUnitNightsFollowSize: z.boolean(),
  codesPerAddressHour: z.int().nullable(),
  codesPerClientHour: z.int().nullable(),
  keyLimitFactor: z.int().nullable(),
  /** Of the live tenant, in the response for one tenant; absent while notifications does not answer. */
  ...mailLimits.partial().shape,
  createdAt: z.string(),
  /** While it is suspended, every key and session of the tenant and its sandbox is refused. */
  suspendedAt: z.string().nullable(),
  suspendedReason: z.string().nullable(),
});
export type TenantResponse = z.infer<typeof tenantResponse>;
export const tenantList = z.object({ tenants: z.array(tenantResponse), nextCursor: z.string().nullable() });

export const apiKeyResponse = z.object({
  id: uuid,
  kind: keyKind,
  mode,
  name: z.string().nullable(),
  prefix: z.string(),
  permissions: z.array(permission),
  /** Of a secret key, with `read`, `book` and `operate` where the list names none of them. Empty for a publishable one. */
  effectivePermissions: z.array(permission),
  allowedOrigins: z.array(z.string()),
  requestsPerMinute: z.int().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export type ApiKeyResponse = z.infer<typeof apiKeyResponse>;
export const apiKeyList = z.object({ apiKeys: z.array(apiKeyResponse), nextCursor: z.string().nullable() });
/** The only response that contains the key. */
export const issuedApiKey = apiKeyResponse.extend({ key: z.string() });
export type IssuedApiKey = z.infer<typeof issuedApiKey>;

export const operatorResponse = z.object({
  id: uuid,
  tenantId: uuid,
  email: z.string(),
  name: z.string().nullable(),
  role: operatorRole,
  createdAt: z.string(),
});
/** `sessions`: how many are open, live and sandbox together. */
export const listedOperator = z.object({
  id: uuid,
  email: z.string(),
  name: z.string().nullable(),
  role: operatorRole,
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  sessions: z.int(),
});
export type ListedOperator = z.infer<typeof listedOperator>;
export const operatorList = z.object({
  operators: z.array(listedOperator),
  nextCursor: z.string().nullable(),
});
export const adminTokenResponse = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(adminScope),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export type AdminTokenResponse = z.infer<typeof adminTokenResponse>;
export const adminTokenList = z.object({
  adminTokens: z.array(adminTokenResponse),
  nextCursor: z.string().nullable(),
});
/** The only response that contains the token. */
export const issuedAdminToken = adminTokenResponse.extend({ token: z.string() });
export type IssuedAdminToken = z.infer<typeof issuedAdminToken>;

export const paymentAccountResponse = paymentAccount.extend({ mode });
export type PaymentAccountResponse = z.infer<typeof paymentAccountResponse>;
export const fxRatesResponse = fxRatesBody;

/** How many mails one address gets from the tenant, whatever causes them. */
export const mailLimitsResponse = mailLimits.extend({ mode });
export type MailLimitsResponse = z.infer<typeof mailLimitsResponse>;

/** How many of each the sandbox was given. */
export const sandboxCopyResponse = sandboxCopy;
export type { SandboxCopy } from '@lodging/contract-inventory';
