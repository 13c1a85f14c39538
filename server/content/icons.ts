/** The addresses of the icons: the demo's own icons, or those of any other shop. */
export const iconsOf = (isDemo: boolean) => {
  const folder = isDemo ? "/static/icons" : "/static/icons/own";
  return {
    drawing: isDemo ? "/static/favicon.svg" : `${folder}/favicon.svg`,
    png: (size: 48 | 180 | 192 | 512) => `${folder}/icon-${size}.png`,
  };
};
