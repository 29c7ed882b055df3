// Owns the requests of the platform's operator that inventory answers as every service does.
import { upkeepOf } from '@lodging/contract-wire';

export const upkeep = upkeepOf('inventory');
