/** 离线使用与页面更新。 */
export const offline = {
  offlineReady: '可离线使用',
  offlineUpdate: '本页面的新版本已就绪。',
  offlineUpdateHelp: '重新加载会终止正在进行的运行。',
  offlineReload: '重新加载',
  offlineLater: '稍后',
} as const;
