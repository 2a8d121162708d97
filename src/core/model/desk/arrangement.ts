/** How responses stand on the desk; `focus`: two side by side, the others folded below. */
export type Arrangement = 'auto' | 'columns' | 'stack' | 'focus';

/** What of the way texts are shown a key turns on and off. */
export type ReadingMode = 'plainText' | 'showLength' | 'inlineDifference' | 'wrapCode' | 'writeBeside';
