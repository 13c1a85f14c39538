/** Does nothing: such a page has pictures of its own. */
export const showPicture = (_at: number): void => {};

export const followStage = (): void => {};
