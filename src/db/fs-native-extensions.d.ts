declare module 'fs-native-extensions' {
  /**
   * Locks a part of an open file for this descriptor alone: from `offset` on, `length` bytes, to the end if 0. macOS
   * locks whole files only. Returns false if another descriptor has it.
   */
  export function tryLock(fd: number, offset?: number, length?: number): boolean;
}
