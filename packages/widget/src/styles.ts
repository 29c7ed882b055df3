import { calendarStyles } from './styles/calendar-styles.ts';
import { cardStyles } from './styles/card-styles.ts';
import { colours } from './styles/colours.ts';
import { formStyles } from './styles/form-styles.ts';
import { pageStyles } from './styles/page-styles.ts';
import { stepStyles } from './styles/step-styles.ts';

export const styles = [colours, pageStyles, stepStyles, formStyles, cardStyles, calendarStyles];
