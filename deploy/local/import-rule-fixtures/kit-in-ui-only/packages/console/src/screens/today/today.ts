// Breaks the rule on purpose.

import { Sun } from 'lucide-react';

export const icon = Sun;
