import { calendarStyles } from './calendar-styles.ts';
import { cardStyles } from './card-styles.ts';
import { colours } from './colours.ts';
import { formStyles } from './form-styles.ts';
import { pageStyles } from './page-styles.ts';
import { stepStyles } from './step-styles.ts';

export const styles = [colours, pageStyles, stepStyles, formStyles, cardStyles, calendarStyles];
