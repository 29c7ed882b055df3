import { instantText, instantTextOrNull } from '@lodging/kernel';
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

export function startedSessionToWire({ token, expiresAt }: StartedSession) {
  return { token, expiresAt: instantText(expiresAt) };
}
