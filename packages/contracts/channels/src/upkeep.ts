// Owns the requests of the platform's operator that channels answers as every service does.
import { upkeepOf } from '@lodging/contract-wire';

export const upkeep = upkeepOf('channels');
