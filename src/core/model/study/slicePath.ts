/** Whether a slice can be made by the value at a path of an item: what stands in a response is none of its items'. */
export const isSlicePath = (path: string): boolean =>
  path.trim() !== '' && !/^(responses|completions)(\.|$)/.test(path);
