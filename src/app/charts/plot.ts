/** Where charts have their plot, the same for all, so that one time stands at the same place in each. In pixels. */
export const PLOT_LEFT = 56;
/** Wide enough for half a label, and for a scroll bar. */
export const PLOT_RIGHT = 16;
