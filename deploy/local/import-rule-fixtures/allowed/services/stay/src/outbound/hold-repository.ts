// Keeps the rules.

import pg from 'pg';
import type { HoldRepository } from '../ports.ts';

export const createHoldRepository = (): HoldRepository => ({ save: async () => void pg });
