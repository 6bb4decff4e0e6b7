/** What the engine says of its built-in presets and bots, by its own English words: the engine stays their source. */
export const engineWords: Readonly<Record<string, string>> = {
  'Three years, ten people, hidden skills.': '三年，十名员工，技能不公开。',
  'One year of single-domain tasks with a short prestige ladder.': '一年，任务只涉及单一领域，声望阶梯较短。',
  'A 50-turn run to check that everything works.': '50 个回合的运行，用来检查一切是否正常。',
  'One year with little cash and costly failures.': '一年，现金很少，失败代价高。',
  'Three years in a large, rich market.': '三年，市场大，报酬丰厚。',
  'One year of tasks that span domains, with raises that add up.': '一年，任务横跨多个领域，加薪不断累积。',
  'One year on the edge of bankruptcy.': '一年，始终处在破产边缘。',
  'One year, eight people, six clients, some of them not to be trusted.': '一年，八名员工，六个客户，其中有些不可信。',
  'One year to learn the loop: single-domain tasks, ample money, mild penalties.': '用一年熟悉基本流程：单一领域的任务，资金充裕，处罚轻微。',

  'Takes the highest advertised reward, one task at a time, with the best team of four.': '总接标价报酬最高的任务，一次一个，派出最佳的四人团队。',
  'Takes any task it may, with any team of one to four.': '随意接下能接的任务，随意派一至四人。',
  'Takes the highest reward per estimated hour, one task at a time.': '总接单位预估工时报酬最高的任务，一次一个。',
  'Climbs to prestige 5 in some domain by the fastest tasks, then takes the highest reward.': '先用最快的任务把某一领域的声望升到 5，再接报酬最高的任务。',
  'Plans capacity, learns which clients to avoid, builds trust, and refuses what it cannot finish.': '规划产能，学会避开哪些客户，积累信任，不接完不成的任务。',
};
