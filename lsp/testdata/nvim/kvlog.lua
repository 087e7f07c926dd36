-- What a user of Neovim does with examples/kvlog: look at the lenses, run 100
-- seeds from one, see the failure at its line, fix the code, see it clear.
-- The environment has PAGE, whose first piece of Lua is the configuration, and WORK, a
-- copy of the example; OUT gets the outcome. It exits with 1 if something does not come.
local result = { progress = {} }
local function finish(code, why)
  result.why = why
  local out = assert(io.open(os.getenv('OUT'), 'w'))
  out:write(vim.fn.json_encode(result), '\n')
  out:close()
  for _, c in pairs(vim.lsp.get_active_clients()) do c.stop() end
  vim.wait(5000, function() return #vim.lsp.get_active_clients() == 0 end)
  vim.cmd(code == 0 and 'qall!' or 'cquit!')
end
local function await(what, seconds, f)
  if not vim.wait(seconds * 1000, f, 50) then
    finish(1, 'it never came: ' .. what)
  end
end
local work = os.getenv('WORK')
local client

local function open(file)
  vim.cmd('edit ' .. work .. '/' .. file)
  vim.bo.filetype = 'go'
end

local function lenses(matching)
  local found = {}
  for _, l in ipairs(vim.lsp.codelens.get(0)) do
    if l.command and l.command.title:match(matching) then table.insert(found, l) end
  end
  return found
end

local function main()
  local shown = vim.lsp.handlers['$/progress']
  vim.lsp.handlers['$/progress'] = function(err, r, ctx, cfg)
    table.insert(result.progress, r.value.kind)
    return shown(err, r, ctx, cfg)
  end
  vim.cmd('cd ' .. work)
  local page = table.concat(vim.fn.readfile(os.getenv('PAGE')), '\n')
  assert(loadstring(page:match('```lua\n(.-)```')))() -- what docs/editors.md says
  open('client/history.go')
  await('the server', 20, function()
    client = vim.lsp.get_active_clients()[1]
    return client and client.initialized
  end)
  await('lenses', 120, function()
    vim.lsp.codelens.refresh()
    vim.wait(200)
    return #lenses('^run 100 seeds') >= 2
  end)
  local lens = lenses('^run 100 seeds')[2]
  result.lens = { title = lens.command.title, line = lens.range.start.line + 1 }
  vim.api.nvim_win_set_cursor(0, { lens.range.start.line + 1, 0 })
  client.request('workspace/executeCommand', { command = lens.command.command, arguments = lens.command.arguments },
    function(err) result.run_error = err and err.message; result.ran = true end, 0)
  local function failure()
    for _, d in ipairs(vim.diagnostic.get(0)) do
      local data = d.user_data and d.user_data.lsp or {}
      if d.severity == vim.diagnostic.severity.ERROR and data.relatedInformation then return d, data end
    end
  end
  await('the failure with its story', 120, function() return failure() ~= nil end)
  local d, data = failure()
  result.diagnostic = { line = d.lnum + 1, message = d.message, related = #data.relatedInformation, source = d.source }
  await('the end of the sweep', 180, function() return result.ran end)

  open('server/open.go')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  local fixed = text:gsub('_, err = wal.Replay%(f, apply%)', 'intact, err := wal.Replay(f, apply)'):gsub('\t\terr = nil\n', '\t\terr = f.Truncate(intact)\n')
  result.edited = fixed ~= text
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(fixed, '\n'))
  vim.cmd('write')
  open('client/history.go')
  await('the failure to go away', 120, function() return #vim.diagnostic.get(0) == 0 end)
  result.cleared = true
  finish(0, 'ok')
end
local ok, err = pcall(main)
if not ok then finish(1, tostring(err)) end
