import { lodging } from './lodging.ts';
import { session, sessionStore } from './session.ts';
import { shareSessionNews } from './session-news.ts';
import type { ConsoleSession, Mode } from './session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly mode: Mode;
}

export async function signIn(credentials: Credentials): Promise<ConsoleSession> {
  const found = await lodging.consoleSession.create(credentials);
  session.started(found);
  shareSessionNews('changed');
  return found;
}

/** Who is signed in, and what they may do now. A refusal changes the phase of the session by itself. */
export async function readSession(): Promise<ConsoleSession> {
  const isLocked = (): boolean => sessionStore.get().phase === 'locked';
  const wasLocked = isLocked();
  const found = await lodging.consoleSession.get();
  // An answer that was on its way as the page was locked does not open it.
  if (wasLocked || !isLocked()) session.started(found);
  return found;
}

export async function signOut(from: 'here' | 'everywhere'): Promise<void> {
  await (from === 'here' ? lodging.consoleSession.end() : lodging.consoleSession.endAll());
  shareSessionNews('changed');
}
