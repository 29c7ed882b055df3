import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { now } from '../api/clock.ts';
import { createQueryClient } from '../api/query-client.ts';
import { useSessionState } from '../api/session.ts';
import { startFreshness } from './freshness.ts';
import type { Progress } from './freshness.ts';
import { createConsoleRouter } from './router.tsx';
import { startScreenLock } from './screen-lock.ts';
import { startShortcuts } from './shortcuts.ts';

/** The console of one operator; another one gets another, with nothing of this one in memory. */
export function App() {
  const [client] = useState(createQueryClient);
  const [router] = useState(createConsoleRouter);
  const [progress] = useState<Progress>(() => ({ until: now() }));
  const { phase } = useSessionState();
  useEffect(() => {
    if (phase !== 'signed-in') return undefined;
    // After another sign-in, what failed meanwhile is read.
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    return startFreshness(client, progress);
  }, [client, progress, phase]);
  // Also where the session has ended: the page is still below the dialog.
  useEffect(() => startScreenLock(), []);
  useEffect(() => startShortcuts(router), [router]);
  useEffect(() => () => client.clear(), [client]);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
