import { newId } from './identity.ts';

export interface ProcessIdentity {
  readonly name: string;
  readonly version: string;
  readonly environment: string;
  /** OTEL_RESOURCE_ATTRIBUTES: `key=value,key=value`, values percent-encoded. It may say anything but the name. */
  readonly more: string;
}

export function resourceOf({ name, version, environment, more }: ProcessIdentity): Record<string, string> {
  return {
    'service.namespace': 'lodging',
    'service.version': version,
    'service.instance.id': newId(),
    'deployment.environment.name': environment,
    ...readPairs(more),
    'service.name': name,
  };
}

/** Parts that are no pair are left out: the standard wants nothing to fail over them. */
export function readPairs(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => {
    const cut = part.indexOf('=');
    const key = part.slice(0, Math.max(0, cut)).trim();
    return key === '' ? [] : [[key, decoded(part.slice(cut + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
