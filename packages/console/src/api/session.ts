import type { components } from '@lodging/client';
import { createStore, useStore } from './store.ts';

/** As `GET /v1/console/session` answers it. The token is in a cookie that no script can read. */
export type ConsoleSession = components['schemas']['ConsoleSession'];
export type Mode = ConsoleSession['mode'];

/**
 * `ended`: the page stays as it is below the dialog that asks for the password. `locked`: nothing of a guest stays in the
 * page. `signed-out`: the sign-in page. `left`: the page shows nothing until it is loaded again.
 */
export type SessionPhase = 'unknown' | 'signed-in' | 'ended' | 'locked' | 'signed-out' | 'left';

export interface SessionState {
  readonly phase: SessionPhase;
  readonly current: ConsoleSession | null;
}

export const sessionStore = createStore<SessionState>({ phase: 'unknown', current: null });

export const session = {
  /** Another operator starts afresh. */
  started(current: ConsoleSession): void {
    const before = sessionStore.get();
    if (before.phase === 'left') return;
    // Another process of the API may not know yet that it has ended.
    if (before.phase === 'ended' && before.current?.id === current.id) return;
    // The same record keeps its identity, so that nothing is drawn again.
    const isSame = JSON.stringify(before.current) === JSON.stringify(current);
    if (isSame && before.phase === 'signed-in') return;
    const isAnother = before.current !== null && before.current.operator.id !== current.operator.id;
    const isSigningIn = before.phase !== 'signed-in' && location.pathname.endsWith('/sign-in');
    if (isAnother || isSigningIn) history.replaceState(null, '', '/console/');
    sessionStore.set({ phase: 'signed-in', current: isSame && before.current ? before.current : current });
  },
  /** What the operator may do now, of the role of the moment. */
  permitted(permissions: readonly string[]): void {
    const { phase, current } = sessionStore.get();
    if (phase !== 'signed-in' || current === null) return;
    const known: readonly string[] = current.permissions;
    if (known.length === permissions.length && permissions.every((one) => known.includes(one))) return;
    const changed = { ...current, permissions: permissions as ConsoleSession['permissions'] };
    sessionStore.set({ phase, current: changed });
  },
  ended(): void {
    const { phase, current } = sessionStore.get();
    if (phase === 'signed-in') sessionStore.set({ phase: 'ended', current });
    if (phase === 'unknown') sessionStore.set({ phase: 'signed-out', current: null });
  },
  locked(): void {
    const { phase, current } = sessionStore.get();
    if (phase === 'signed-in' || phase === 'ended') sessionStore.set({ phase: 'locked', current });
  },
  signedOut(): void {
    sessionStore.set({ phase: 'signed-out', current: null });
  },
  left(): void {
    sessionStore.set({ phase: 'left', current: null });
  },
};

export function useSessionState(): SessionState {
  return useStore(sessionStore);
}

/** Below the session gate there always is one. */
export function useSession(): ConsoleSession {
  const { current } = useSessionState();
  if (current === null) throw new Error('there is no session');
  return current;
}
