import { lazy, Suspense, useEffect } from 'react';
import { setClock } from '../api/clock.ts';
import { session, sessionStore, useSessionState } from '../api/session.ts';
import { onSessionNews } from '../api/session-news.ts';
import { readSession } from '../api/sign-in.ts';
import { isLodgingError } from '../api/lodging.ts';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { SignInAgain } from '../screens/sign-in/sign-in-again.tsx';
import { ServiceAway } from './service-away.tsx';
import { useState } from 'react';

const App = lazy(async () => ({ default: (await import('./app.tsx')).App }));

/** What another tab did with the session of the browser holds here, too. */
function follow(news: 'changed' | 'locked'): void {
  const { phase } = sessionStore.get();
  if (news === 'locked') session.locked();
  else if (phase !== 'signed-out') readSession().catch(() => {});
}

/** Nothing of the console is loaded before an operator is signed in. */
export function SessionGate() {
  const { phase, current } = useSessionState();
  const [failure, setFailure] = useState<unknown>(null);
  const read = async (): Promise<void> => {
    setFailure(null);
    const [, found] = await Promise.allSettled([setClock(), readSession()]);
    if (found.status === 'fulfilled') return;
    if (isLodgingError(found.reason) && found.reason.status === 401) session.signedOut();
    else setFailure(found.reason);
  };
  useEffect(() => {
    void read();
  }, []);
  useEffect(() => {
    // The cookie may be that of a session that began in another tab: this one goes on with it.
    if (phase === 'ended') readSession().catch(() => {});
  }, [phase]);
  useEffect(() => onSessionNews(follow), []);
  if (failure !== null && phase === 'unknown') return <ServiceAway error={failure} onTryAgain={read} />;
  if (phase === 'unknown' || phase === 'left') return null;
  if (phase === 'signed-out' || current === null) return <SignInScreen />;
  return (
    <>
      {phase !== 'locked' && (
        <Suspense>
          <App key={`${current.operator.id} ${current.mode}`} />
        </Suspense>
      )}
      {(phase === 'ended' || phase === 'locked') && <SignInAgain isLocked={phase === 'locked'} />}
    </>
  );
}
