import { sql } from '@lodging/kit-postgres';
import { IDLE_MINUTES } from '../../domain/operators/operator-session.ts';

/** Of a row of operator_sessions: its hours are not over, and no session of the console has been idle for too long. */
export function openSession(alias: string): string {
  return `${alias}.expires_at > now()
    AND (${alias}.kind = 'bearer' OR ${alias}.last_seen_at > now() - make_interval(mins => ${IDLE_MINUTES}))`;
}

export const isOpenSession = sql.raw(`(${openSession('operator_sessions')})`);
