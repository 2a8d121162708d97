/**
 * Begins to count what is taken of a processor; the result tells it, in milliseconds. How long a busy machine keeps
 * something waiting is no part of it.
 */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
