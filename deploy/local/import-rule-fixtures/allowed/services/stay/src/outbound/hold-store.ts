// Lawful.

import pg from 'pg';
import type { HoldStore } from '../use-cases/ports.ts';

export const holdStore = (): HoldStore => ({ save: async () => void pg });
