import { Tooltip } from 'bits-ui';

/**
 * Connects all children of `Tooltip.svelte` with the one tooltip of the window. A tooltip for each button took two thirds of
 * the time in which a button was rendered.
 */
export const sharedTooltip = Tooltip.createTether<string>();
