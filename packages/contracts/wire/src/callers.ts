import { grantOf } from './permissions.ts';
import type { Permission, PermissionGrant } from './permissions.ts';

/** On whose word an operation runs. */
export interface Callers {
  /** Subjects of operations whose client is also the client of this one: their service passes the mandate on. */
  readonly calledFor: readonly string[];
  /** The service that signs for clients and for the platform's operator. */
  readonly clientsThrough: string;
  /** Of those, the platform's operator alone. */
  readonly platformOnly: boolean;
  /** Services that request it in their own name, for work that no client requested. */
  readonly services: readonly string[];
  /** What a key or an operator needs. Undefined: nothing, or the operation decides. */
  readonly permission: PermissionGrant | undefined;
  /** Publishable keys, too, which have no permissions. */
  readonly takesPublishable: boolean;
}

export interface CallersDeclaration {
  /** For the platform's operator: no client, whatever it may do, gets here. */
  readonly platformOnly?: boolean | undefined;
  /** Services that request it in their own name: timers and consumers. None by default. */
  readonly calledBy?: readonly string[] | undefined;
  /**
   * Operations of other services that request it for their own client, as `<context>.v<n>.<name>`. None unless given: a
   * mandate that was signed for one operation is good for no other.
   */
  readonly calledFor?: readonly string[] | undefined;
  /** What a key or an operator needs, as the route of the gateway says. The service checks it again. */
  readonly permission?: Permission | undefined;
  /** Publishable keys, too. */
  readonly takesPublishable?: boolean | undefined;
}

const GATEWAY = 'gateway';

export function callersOf({
  platformOnly = false,
  calledBy = [],
  calledFor = [],
  permission,
  takesPublishable = false,
}: CallersDeclaration): Callers {
  return {
    calledFor: calledFor.map((name) => `rpc.${name}`),
    clientsThrough: GATEWAY,
    platformOnly,
    services: calledBy,
    permission: permission && grantOf(permission),
    takesPublishable,
  };
}
