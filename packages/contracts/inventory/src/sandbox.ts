import { rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/** How many of each were copied. */
export const sandboxCopy = z.object({
  roomTypes: z.int(),
  resources: z.int(),
  ratePlans: z.int(),
  pricing: z.int(),
  nightlyRates: z.int(),
  restrictions: z.int(),
  cancellationPolicies: z.int(),
  taxRules: z.int(),
});
export type SandboxCopy = z.infer<typeof sandboxCopy>;

/**
 * Copies what the live tenant sells into its sandbox, the tenant of the request: all or nothing. Not idempotent: a repeated
 * request finds the copy and is `sandbox_not_empty`. A live side that has more than a tenant may have is `limit_reached`.
 */
export const copyToSandbox = rpc({
  context: 'inventory',
  name: 'copy-to-sandbox',
  request: z.object({ liveTenantId: uuid }),
  response: sandboxCopy,
  refusals: ['sandbox_not_empty', 'limit_reached', 'resource_locked'],
  idempotent: false,
  platformOnly: true,
});
