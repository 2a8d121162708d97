/**
 * Starts to measure the processor time that this process takes, in milliseconds. Unlike the time on the clock it stays
 * the same beside other work.
 */
export function processorTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
