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
}

const GATEWAY = 'gateway';

export function callersOf({
  platformOnly = false,
  calledBy = [],
  calledFor = [],
}: CallersDeclaration): Callers {
  return {
    calledFor: calledFor.map((name) => `rpc.${name}`),
    clientsThrough: GATEWAY,
    platformOnly,
    services: calledBy,
  };
}
