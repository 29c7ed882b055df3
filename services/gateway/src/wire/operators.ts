import { instantText, instantTextOrNull } from '@lodging/kernel';
import { permission } from '@lodging/contract-public';
import type { ConsoleSession, OwnSession } from '@lodging/contract-public';
import { hasPermission } from '../domain/keys/access.ts';
import { permissionsOf } from '../domain/operators/operator-role.ts';
import type { OperatorSession, SignedIn } from '../domain/operators/operator-session.ts';
import type { ListedOperator, Operator } from '../domain/operators/operator.ts';
import type { StartedSession } from '../use-cases/operators/start-operator-session.ts';

export function operatorToWire({ id, tenantId, email, name, role, createdAt }: Operator) {
  return { id, tenantId, email, name, role, createdAt: instantText(createdAt) };
}

export function listedOperatorToWire({
  id,
  email,
  name,
  role,
  createdAt,
  lastSignInAt,
  sessions,
}: ListedOperator) {
  return {
    id,
    email,
    name,
    role,
    createdAt: instantText(createdAt),
    lastSignInAt: instantTextOrNull(lastSignInAt),
    sessions,
  };
}

export function startedSessionToWire({ token, session }: StartedSession) {
  return { token, expiresAt: instantText(session.expiresAt) };
}

export function ownSessionToWire(
  { id, kind, mode, createdAt, lastSeenAt, expiresAt }: OperatorSession,
  currentId: string | undefined,
): OwnSession {
  return {
    id,
    kind: kind === 'cookie' ? 'console' : 'token',
    mode,
    createdAt: instantText(createdAt),
    lastSeenAt: instantTextOrNull(lastSeenAt),
    expiresAt: instantText(expiresAt),
    current: id === currentId,
  };
}

/** Never with the token: the cookie has it. */
export function signedInToWire({ session, operator, tenant }: SignedIn): ConsoleSession {
  const { id, mode, createdAt, expiresAt } = session;
  return {
    id,
    mode,
    createdAt: instantText(createdAt),
    expiresAt: instantText(expiresAt),
    operator: { id: operator.id, email: operator.email, name: operator.name, role: operator.role },
    tenant: {
      id: tenant.id,
      name: tenant.name,
      slug: tenant.slug,
      timezone: tenant.timezone,
      defaultCurrency: tenant.defaultCurrency,
    },
    permissions: permission.options.filter((one) => hasPermission(permissionsOf(operator.role), one)),
  };
}
