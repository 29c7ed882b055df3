// Breaks the rule on purpose: a service has no folder of helpers.
import { nights } from '../domain/nights.ts';

export const dates = [nights];
