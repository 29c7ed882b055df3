import { instantText, instantTextOrNull } from '@lodging/kernel';
import { effectivePermissions } from '../domain/keys/access.ts';
import type { ApiKey } from '../domain/keys/api-key.ts';
import type { IssuedApiKey } from '../use-cases/keys/create-api-key.ts';

export function apiKeyToWire(apiKey: ApiKey) {
  return {
    id: apiKey.id,
    kind: apiKey.kind,
    mode: apiKey.mode,
    name: apiKey.name,
    prefix: apiKey.prefix,
    permissions: apiKey.permissions,
    effectivePermissions: effectivePermissions(apiKey),
    allowedOrigins: apiKey.allowedOrigins,
    requestsPerMinute: apiKey.requestsPerMinute,
    createdAt: instantText(apiKey.createdAt),
    expiresAt: instantTextOrNull(apiKey.expiresAt),
    lastUsedAt: instantTextOrNull(apiKey.lastUsedAt),
  };
}

/** The only answer that holds the key itself. */
export function issuedApiKeyToWire({ key, ...apiKey }: IssuedApiKey) {
  return { ...apiKeyToWire(apiKey), key };
}
